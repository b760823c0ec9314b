<?php

$metadata['__DYNAMIC:1__'] = [
    'host' => '__DEFAULT__',
    'privatekey' => 'own.key',
    'certificate' => 'own.crt',
    'auth' => 'employees',
    'validate.authnrequest' => true,
    'sign.logout' => true,
    'validate.logout' => true,
    'assertion.encryption' => true,
    'sharedkey_algorithm' => 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    'authproc' => [
        10 => [
            'class' => 'saml:AttributeNameID',
            'attribute' => 'uid',
            'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        ],
    ],
];
