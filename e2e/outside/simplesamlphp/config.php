<?php

$scratch = getenv('SCRATCH') . '/';

$config = [
    'baseurlpath' => getenv('HOME_ADDRESS') . '/simplesaml/',
    'certdir' => $scratch,
    'loggingdir' => $scratch,
    'datadir' => $scratch,
    'tempdir' => $scratch . 'temp',
    'metadatadir' => __DIR__ . '/metadata/',
    'metadata.sources' => [
        ['type' => 'flatfile'],
        ['type' => 'xml', 'file' => $scratch . 'gatehouse.xml'],
    ],
    'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
    'secretsalt' => 'a salt of this site alone',
    'auth.adminpassword' => 'a password of this site alone',
    'technicalcontact_email' => 'na@example.org',
    'showerrors' => true,
    'logging.level' => SimpleSAML\Logger::NOTICE,
    'logging.handler' => 'errorlog',
    'enable.saml20-idp' => true,
    'module.enable' => ['core' => true, 'saml' => true, 'exampleauth' => true],
    'store.type' => 'phpsession',
    'session.phpsession.savepath' => $scratch . 'temp',
    'session.cookie.secure' => false,
    'language.cookie.secure' => false,
];
