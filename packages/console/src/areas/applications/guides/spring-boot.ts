import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'java',
    'src/main/java/com/example/OrdersController.java',
    `package com.example;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

@RestController
class OrdersController {
    private final RestClient api = RestClient.builder()
        .defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {})
        .build();

    @GetMapping("/orders")
    ResponseEntity<String> orders(@RegisteredOAuth2AuthorizedClient("gatehouse") OAuth2AuthorizedClient client) {
        var answer = api.get()
            .uri("${url}")
            .headers(headers -> headers.setBearerAuth(client.getAccessToken().getTokenValue()))
            .retrieve()
            .toEntity(String.class);
        // The API rejects the token. Sign in again to get a new one.
        if (answer.getStatusCode().isSameCodeAs(HttpStatus.UNAUTHORIZED)) {
            var signIn = URI.create("/oauth2/authorization/gatehouse");
            return ResponseEntity.status(HttpStatus.FOUND).location(signIn).build();
        }
        return ResponseEntity.status(answer.getStatusCode()).body(answer.getBody());
    }
}
`,
  );

const beans = ({ resource }: GuideApi) => `
    /** Asks for a token of the API. */
    @Bean
    OAuth2AuthorizationRequestResolver resolver(ClientRegistrationRepository clients) {
        var resolver = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
        resolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce()
            .andThen(request -> request.additionalParameters(extra -> extra.put("resource", "${resource}"))));
        return resolver;
    }

    @Bean
    OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> tokens() {
        var tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setParametersCustomizer(form -> form.set("resource", "${resource}"));
        return tokens;
    }

    /** The access token is for the API, so the user comes from the ID token. */
    @Bean
    OidcUserService users() {
        var users = new OidcUserService();
        users.setRetrieveUserInfo(request -> false);
        return users;
    }
`;

const usualLogin = '.oauth2Login(Customizer.withDefaults())';

const loginWithApi = `.oauth2Login(login -> login
                .authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(resolver))
                .tokenEndpoint(endpoint -> endpoint.accessTokenResponseClient(tokens))
                .userInfoEndpoint(endpoint -> endpoint.oidcUserService(users)))`;

const client = 'org.springframework.security.oauth2.client';

const importsOf = (names: readonly string[]) => names.map(name => `import ${client}.${name};\n`).join('');

const endpointImports = importsOf([
  'endpoint.OAuth2AccessTokenResponseClient',
  'endpoint.OAuth2AuthorizationCodeGrantRequest',
  'endpoint.RestClientAuthorizationCodeTokenResponseClient',
]);

const webImports = importsOf([
  'web.DefaultOAuth2AuthorizationRequestResolver',
  'web.OAuth2AuthorizationRequestCustomizers',
  'web.OAuth2AuthorizationRequestResolver',
]);

const parametersWithApi = `
        HttpSecurity http,
        ClientRegistrationRepository clients,
        OAuth2AuthorizationRequestResolver resolver,
        OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> tokens,
        OidcUserService users
    `;

export const guide: Guide = {
  redirectUri: 'http://localhost:8080/login/oauth2/code/gatehouse',
  signOutUri: 'http://localhost:8080/',
  startUrl: 'http://localhost:8080/oauth2/authorization/gatehouse',
  steps: ({ issuer, appId, secret, redirectUri, signOutUri, api }) => [
    step(
      'install',
      snippet(
        'xml',
        'pom.xml',
        `<dependency>
  <groupId>org.springframework.boot</groupId>
  <artifactId>spring-boot-starter-webmvc</artifactId>
</dependency>
<dependency>
  <groupId>org.springframework.boot</groupId>
  <artifactId>spring-boot-starter-security-oauth2-client</artifactId>
</dependency>
`,
      ),
    ),
    step(
      'configure',
      snippet(
        'yaml',
        'src/main/resources/application.yml',
        `spring:
  security:
    oauth2:
      client:
        registration:
          gatehouse:
            client-id: ${appId}
            client-secret: \${OIDC_CLIENT_SECRET}
            redirect-uri: ${redirectUri}
            authorization-grant-type: authorization_code
            scope: [openid, profile, email${api ? `, '${api.scope}'` : ''}]
        provider:
          gatehouse:
            issuer-uri: ${issuer}
`,
      ),
      snippet(
        'java',
        'src/main/java/com/example/SecurityConfig.java',
        `package com.example;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
${
  api ? '' : 'import org.springframework.security.config.Customizer;\n'
}import org.springframework.security.config.annotation.web.builders.HttpSecurity;
${api ? endpointImports : ''}import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
${api ? importsOf(['oidc.userinfo.OidcUserService']) : ''}import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
${api ? webImports : ''}import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfig {
    @Bean
    SecurityFilterChain security(${
      api ? parametersWithApi : 'HttpSecurity http, ClientRegistrationRepository clients'
    }) throws Exception {
        var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
        signOut.setPostLogoutRedirectUri("${signOutUri}");
        return http
            .authorizeHttpRequests(requests -> requests.requestMatchers("/").permitAll().anyRequest().authenticated())
            ${api ? loginWithApi : usualLogin}
            .logout(logout -> logout.logoutSuccessHandler(signOut))
            .build();
    }

    /** ID tokens are signed with ES256. Spring expects RS256 by default. */
    @Bean
    OidcIdTokenDecoderFactory idTokenDecoderFactory() {
        var factory = new OidcIdTokenDecoderFactory();
        factory.setJwsAlgorithmResolver(client -> SignatureAlgorithm.ES256);
        return factory;
    }
${api ? beans(api) : ''}}
`,
      ),
    ),
    step(
      'user',
      snippet(
        'java',
        'src/main/java/com/example/ProfileController.java',
        `package com.example;

import java.util.Map;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ProfileController {
    /** Users sign in at /oauth2/authorization/gatehouse and sign out at /logout. */
    @GetMapping("/")
    Map<String, Object> home(@AuthenticationPrincipal OidcUser user) {
        return user == null ? Map.of() : user.getClaims();
    }
}
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash(`OIDC_CLIENT_SECRET=${secret} ./mvnw spring-boot:run`)),
  ],
};
